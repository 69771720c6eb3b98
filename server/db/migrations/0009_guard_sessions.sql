ALTER TABLE "contents" ADD COLUMN "guard" text;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "access" text DEFAULT 'pass' NOT NULL;--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_guard_check" CHECK ("contents"."guard" in ('sensations', 'tension', 'memory', 'height'));--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_access_check" CHECK ("contents"."access" in ('pass', 'free'));
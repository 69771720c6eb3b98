ALTER TABLE "gifts" ADD COLUMN "refund_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "income" ADD COLUMN "most_refunded_minor" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "income" SET "most_refunded_minor" = "refunded_minor";--> statement-breakpoint
UPDATE "gifts" SET "refund_told_at" = "refunded_at";

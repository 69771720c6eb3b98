CREATE TABLE "narration_items" (
	"run_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"content_id" uuid NOT NULL,
	"language" text NOT NULL,
	"title" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer NOT NULL,
	"failure" text,
	CONSTRAINT "narration_items_pkey" PRIMARY KEY("run_id","position"),
	CONSTRAINT "narration_items_language_check" CHECK ("narration_items"."language" in ('en', 'fr')),
	CONSTRAINT "narration_items_state_check" CHECK ("narration_items"."state" in ('waiting', 'running', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "narration_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"reason" text,
	"step" integer DEFAULT 0 NOT NULL,
	"ceiling" integer,
	"publishes" boolean NOT NULL,
	"characters" integer DEFAULT 0 NOT NULL,
	"failed_in_row" integer DEFAULT 0 NOT NULL,
	"started_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "narration_runs_state_check" CHECK ("narration_runs"."state" in ('running', 'paused', 'done', 'cancelled')),
	CONSTRAINT "narration_runs_reason_check" CHECK ("narration_runs"."reason" in ('asked', 'ceiling', 'provider'))
);
--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "publishes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "content_recordings" ADD COLUMN "doubts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "narration_items" ADD CONSTRAINT "narration_items_run_id_narration_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."narration_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "narration_runs" ADD CONSTRAINT "narration_runs_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "narration_runs_started_by_idx" ON "narration_runs" USING btree ("started_by");--> statement-breakpoint
CREATE UNIQUE INDEX "narration_runs_open_key" ON "narration_runs" USING btree ((true)) WHERE "narration_runs"."state" in ('running', 'paused');
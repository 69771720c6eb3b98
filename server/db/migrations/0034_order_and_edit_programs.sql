ALTER TABLE "programs" ADD COLUMN "studio_position" integer;--> statement-breakpoint
ALTER TABLE "programs" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "program_events_program_idx" ON "program_events" USING btree ("program_id","user_id");
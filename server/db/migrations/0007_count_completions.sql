ALTER TABLE "progress" ADD COLUMN "completions" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "progress" SET "completions" = (
	SELECT count(*) FROM "listens"
	WHERE "listens"."user_id" = "progress"."user_id" AND "listens"."content_id" = "progress"."content_id" AND "listens"."completed"
) WHERE "completed_at" IS NOT NULL;

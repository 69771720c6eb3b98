ALTER TABLE "passes" ADD COLUMN "end_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "renewed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "renewal_reminders" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
UPDATE "passes" SET "renewal_reminders" = jsonb_build_array(jsonb_build_object(
  'of', to_char("reminded_of" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'at', to_char(("reminded_of" - interval '42 days') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
WHERE "plan" = 'yearly' AND "reminded_of" IS NOT NULL;

ALTER TABLE "users" ALTER COLUMN "daily_minutes" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "daily_minutes" DROP NOT NULL;--> statement-breakpoint
UPDATE "users" SET "daily_minutes" = NULL WHERE "daily_minutes" = 15;
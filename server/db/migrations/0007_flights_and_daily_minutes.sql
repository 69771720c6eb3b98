ALTER TABLE "flights" DROP CONSTRAINT "flights_user_key";--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "kind" text DEFAULT 'outbound' NOT NULL;--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "departs_at" text;--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "from_airport" text;--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "to_airport" text;--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "number" text;--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "put_away_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "daily_minutes" integer DEFAULT 15 NOT NULL;--> statement-breakpoint
CREATE INDEX "flights_user_departs_idx" ON "flights" USING btree ("user_id","departs_on");--> statement-breakpoint
ALTER TABLE "flights" ADD CONSTRAINT "flights_kind_check" CHECK ("flights"."kind" in ('outbound', 'return'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_daily_minutes_check" CHECK ("users"."daily_minutes" between 5 and 60);
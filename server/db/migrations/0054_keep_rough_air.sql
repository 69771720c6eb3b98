ALTER TABLE "flight_records" ADD COLUMN "rough" jsonb;--> statement-breakpoint
ALTER TABLE "flight_records" ADD COLUMN "rough_at" timestamp with time zone;
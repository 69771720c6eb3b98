CREATE TABLE "flight_record_removals" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"removed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "flight_record_removals_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "flight_records" ADD COLUMN "forecast_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "flight_records" ADD COLUMN "debrief_at" timestamp with time zone;--> statement-breakpoint
UPDATE "flight_records" SET
  "forecast_at" = CASE WHEN num_nonnulls("expected", "forecast") > 0 THEN "updated_at" END,
  "debrief_at" = CASE WHEN num_nonnulls("happened", "felt", "keep") > 0 THEN "updated_at" END;--> statement-breakpoint
ALTER TABLE "flight_record_removals" ADD CONSTRAINT "flight_record_removals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
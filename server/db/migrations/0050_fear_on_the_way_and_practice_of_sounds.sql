CREATE TABLE "sound_practices" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"sound" text NOT NULL,
	"practised_at" timestamp with time zone NOT NULL,
	"sure" integer NOT NULL,
	"knew" boolean NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sound_practices_pkey" PRIMARY KEY("user_id","id"),
	CONSTRAINT "sound_practices_sure_check" CHECK ("sound_practices"."sure" between 0 and 100)
);
--> statement-breakpoint
ALTER TABLE "flight_records" ADD COLUMN "on_the_way" jsonb;--> statement-breakpoint
ALTER TABLE "flight_records" ADD COLUMN "on_the_way_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sound_practices" ADD CONSTRAINT "sound_practices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sound_practices_user_practised_idx" ON "sound_practices" USING btree ("user_id","practised_at" desc);
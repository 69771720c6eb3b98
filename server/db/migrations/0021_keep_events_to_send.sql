CREATE TABLE "tracking_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"call" jsonb NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"send_after" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tracking_events" ADD CONSTRAINT "tracking_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tracking_events_send_after_idx" ON "tracking_events" USING btree ("send_after","id");--> statement-breakpoint
CREATE INDEX "tracking_events_user_id_idx" ON "tracking_events" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tracking_events_happened_at_idx" ON "tracking_events" USING btree ("happened_at");
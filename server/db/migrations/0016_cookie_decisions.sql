CREATE TABLE "cookie_decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"source" text NOT NULL,
	"analytics" boolean NOT NULL,
	"marketing" boolean NOT NULL,
	"functional" boolean NOT NULL,
	"region" text NOT NULL,
	"privacy_signal" boolean NOT NULL,
	"wording" text NOT NULL,
	"ip_address" text NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cookie_decisions" ADD CONSTRAINT "cookie_decisions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cookie_decisions_user_id_idx" ON "cookie_decisions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "cookie_decisions_expires_at_idx" ON "cookie_decisions" USING btree ("expires_at");
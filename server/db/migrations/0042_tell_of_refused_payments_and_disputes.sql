CREATE TABLE "disputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"dispute_ref" text NOT NULL,
	"user_id" uuid,
	"livemode" boolean NOT NULL,
	"payment_ref" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"due_by" timestamp with time zone,
	CONSTRAINT "disputes_dispute_ref_unique" UNIQUE("dispute_ref")
);
--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "decline_code" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_user_id_idx" ON "disputes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "disputes_payment_ref_idx" ON "disputes" USING btree ("payment_ref");--> statement-breakpoint
CREATE INDEX "disputes_listed_idx" ON "disputes" USING btree ("livemode","id" desc);--> statement-breakpoint
CREATE INDEX "passes_past_due_idx" ON "passes" USING btree ("id") WHERE "passes"."status" = 'past_due';
CREATE TABLE "customer_erasures" (
	"customer_id" text PRIMARY KEY NOT NULL,
	"session_ids" text[] NOT NULL,
	"requested_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refund_failures" (
	"refund_id" text PRIMARY KEY NOT NULL,
	"payment_ref" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"failed_at" timestamp with time zone NOT NULL,
	"retried_at" timestamp with time zone
);
--> statement-breakpoint
DROP INDEX "billing_customers_user_idx";--> statement-breakpoint
ALTER TABLE "billing_customers" ADD COLUMN "retry_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "billing_customers" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "consent_statements" text[];--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "is_held" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "income" ADD COLUMN "disputed_minor" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "income" ADD COLUMN "is_stale" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "refund_failures_payment_ref_idx" ON "refund_failures" USING btree ("payment_ref");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_customers_current_idx" ON "billing_customers" USING btree ("user_id","provider","livemode") WHERE "billing_customers"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "billing_customers_user_id_idx" ON "billing_customers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "checkouts_open_idx" ON "checkouts" USING btree ("created_at") WHERE "checkouts"."status" = 'open';--> statement-breakpoint
CREATE INDEX "income_stale_idx" ON "income" USING btree ("day") WHERE "income"."is_stale";
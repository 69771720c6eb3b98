CREATE TABLE "billing_customers" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"livemode" boolean NOT NULL,
	"sync_started" integer DEFAULT 0 NOT NULL,
	"sync_applied" integer DEFAULT 0 NOT NULL,
	"synced_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "session_id" text;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "livemode" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "customer_id" text;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "provider_ref" text;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "plan" text;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "status" text;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "period_start" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "period_end" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "renews" boolean;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "amount_minor" integer;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "payment_ref" text;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "paid_minor" integer;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "refunded_minor" integer;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "card_last4" text;--> statement-breakpoint
ALTER TABLE "billing_customers" ADD CONSTRAINT "billing_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_customers_user_idx" ON "billing_customers" USING btree ("user_id","provider","livemode");--> statement-breakpoint
CREATE INDEX "billing_customers_synced_at_idx" ON "billing_customers" USING btree ("synced_at");--> statement-breakpoint
CREATE INDEX "billing_events_received_at_idx" ON "billing_events" USING btree ("received_at");--> statement-breakpoint
ALTER TABLE "passes" ADD CONSTRAINT "passes_customer_id_billing_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."billing_customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_session_id_idx" ON "checkouts" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "passes_customer_id_idx" ON "passes" USING btree ("customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "passes_provider_ref_idx" ON "passes" USING btree ("provider_ref");--> statement-breakpoint
CREATE INDEX "passes_payment_ref_idx" ON "passes" USING btree ("payment_ref");
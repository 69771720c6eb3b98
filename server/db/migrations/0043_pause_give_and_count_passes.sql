CREATE TABLE "gifts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"buyer_id" uuid,
	"checkout_id" uuid NOT NULL,
	"plan" text NOT NULL,
	"livemode" boolean NOT NULL,
	"payment_ref" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"bought_at" timestamp with time zone NOT NULL,
	"withdraw_until" timestamp with time zone NOT NULL,
	"code_index" text NOT NULL,
	"code" text NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"refunded_at" timestamp with time zone,
	"redeemed_at" timestamp with time zone,
	"pass_id" uuid,
	CONSTRAINT "gifts_checkout_id_unique" UNIQUE("checkout_id"),
	CONSTRAINT "gifts_payment_ref_unique" UNIQUE("payment_ref"),
	CONSTRAINT "gifts_code_index_unique" UNIQUE("code_index")
);
--> statement-breakpoint
CREATE TABLE "subscription_spans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscription" text NOT NULL,
	"subscriber" text NOT NULL,
	"livemode" boolean NOT NULL,
	"currency" text NOT NULL,
	"yearly_minor" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "is_gift" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "paused_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "next_plan" text;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_pass_id_passes_id_fk" FOREIGN KEY ("pass_id") REFERENCES "public"."passes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gifts_buyer_id_idx" ON "gifts" USING btree ("buyer_id");--> statement-breakpoint
CREATE INDEX "gifts_pass_id_idx" ON "gifts" USING btree ("pass_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_spans_open_idx" ON "subscription_spans" USING btree ("subscription") WHERE "subscription_spans"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "subscription_spans_subscription_idx" ON "subscription_spans" USING btree ("subscription","started_at");--> statement-breakpoint
CREATE INDEX "subscription_spans_subscriber_idx" ON "subscription_spans" USING btree ("subscriber");
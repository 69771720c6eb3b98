CREATE TABLE "offers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plan" text NOT NULL,
	"percent_off" integer,
	"amount_off_minor" integer,
	"currency" text,
	"audience" text NOT NULL,
	"uses_per_person" integer DEFAULT 1 NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "offers_reduction_check" CHECK (("offers"."percent_off" between 1 and 99 and "offers"."amount_off_minor" is null and "offers"."currency" is null)
        or ("offers"."percent_off" is null and "offers"."amount_off_minor" > 0 and "offers"."currency" is not null)),
	CONSTRAINT "offers_period_check" CHECK ("offers"."starts_at" < "offers"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"plan" text PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"tag" text,
	"on_sale" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "prices" DROP CONSTRAINT "prices_pkey";--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "usual_amount_minor" integer;--> statement-breakpoint
UPDATE "checkouts" SET "usual_amount_minor" = "amount_minor";--> statement-breakpoint
ALTER TABLE "checkouts" ALTER COLUMN "usual_amount_minor" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "offer_id" uuid;--> statement-breakpoint
ALTER TABLE "prices" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() PRIMARY KEY NOT NULL;--> statement-breakpoint
ALTER TABLE "prices" ALTER COLUMN "id" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "prices" ADD COLUMN "valid_from" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "prices" ADD COLUMN "valid_until" timestamp with time zone;--> statement-breakpoint
-- The trip pass waits until the operator puts it on sale.
INSERT INTO "plans" ("plan", "position", "tag", "on_sale") VALUES
	('trip', 1, NULL, false),
	('monthly', 2, NULL, true),
	('yearly', 3, 'popular', true),
	('lifetime', 4, 'best_value', true);--> statement-breakpoint
INSERT INTO "prices" ("id", "plan", "currency", "amount_minor") VALUES
	(gen_random_uuid(), 'trip', 'EUR', 1999),
	(gen_random_uuid(), 'trip', 'USD', 2149),
	(gen_random_uuid(), 'trip', 'GBP', 1749),
	(gen_random_uuid(), 'trip', 'CHF', 1990),
	(gen_random_uuid(), 'trip', 'CAD', 2699);--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_plan_plans_plan_fk" FOREIGN KEY ("plan") REFERENCES "public"."plans"("plan") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "offers_ends_at_idx" ON "offers" USING btree ("ends_at");--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prices" ADD CONSTRAINT "prices_plan_plans_plan_fk" FOREIGN KEY ("plan") REFERENCES "public"."plans"("plan") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "prices_current_idx" ON "prices" USING btree ("plan","currency") WHERE "prices"."valid_until" is null;--> statement-breakpoint
ALTER TABLE "prices" DROP COLUMN "on_sale";
CREATE TABLE "sandbox_objects" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_key" text,
	"data" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "consent_version" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "consented_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "sandbox_objects_customer_key_idx" ON "sandbox_objects" USING btree ("customer_key");
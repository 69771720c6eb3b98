ALTER TABLE "customer_erasures" ADD COLUMN "refunds" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "paid_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "pending_change" jsonb;--> statement-breakpoint
CREATE INDEX "passes_end_asked_idx" ON "passes" USING btree ("end_asked_at") WHERE "passes"."end_asked_at" is not null;--> statement-breakpoint
CREATE INDEX "passes_withdrawn_idx" ON "passes" USING btree ("withdrawn_at") WHERE "passes"."withdrawn_at" is not null;--> statement-breakpoint
CREATE INDEX "passes_held_idx" ON "passes" USING btree ("withdrawn_at") WHERE "passes"."is_held";
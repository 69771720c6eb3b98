CREATE TABLE "session_totals" (
	"content_id" uuid NOT NULL,
	"language" text NOT NULL,
	"plays" integer DEFAULT 0,
	"finished" integer DEFAULT 0,
	"stops" integer[] DEFAULT '{0,0,0,0,0,0,0,0,0,0}',
	"stays_done" integer DEFAULT 0,
	"stays" integer DEFAULT 0,
	"played_until" timestamp with time zone,
	"very_helpful" integer DEFAULT 0,
	"somewhat_helpful" integer DEFAULT 0,
	"not_helpful" integer DEFAULT 0,
	"rated_until" timestamp with time zone,
	"questions" integer DEFAULT 0,
	CONSTRAINT "session_totals_pkey" PRIMARY KEY("content_id","language")
);
--> statement-breakpoint
ALTER TABLE "session_totals" ADD CONSTRAINT "session_totals_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listens_content_received_idx" ON "listens" USING btree ("content_id","received_at");--> statement-breakpoint
CREATE INDEX "ratings_content_idx" ON "ratings" USING btree ("content_id");--> statement-breakpoint
-- What was given back of each payment is told from now on: the days are added up once more.
UPDATE "income" SET "is_stale" = true WHERE "refunded_minor" > 0 OR "disputed_minor" > 0;
CREATE TABLE "self_ratings" (
	"user_id" uuid NOT NULL,
	"listen_id" uuid NOT NULL,
	"cue" integer NOT NULL,
	"content_id" uuid NOT NULL,
	"name" text NOT NULL,
	"value" integer NOT NULL,
	"rated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "self_ratings_pkey" PRIMARY KEY("user_id","listen_id","cue"),
	CONSTRAINT "self_ratings_value_check" CHECK (("self_ratings"."name" = 'fear' and "self_ratings"."value" between 0 and 10)
        or ("self_ratings"."name" = 'sure' and "self_ratings"."value" between 0 and 100))
);
--> statement-breakpoint
ALTER TABLE "self_ratings" ADD CONSTRAINT "self_ratings_user_id_health_consents_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."health_consents"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "self_ratings" ADD CONSTRAINT "self_ratings_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "self_ratings_content_idx" ON "self_ratings" USING btree ("user_id","content_id","rated_at");
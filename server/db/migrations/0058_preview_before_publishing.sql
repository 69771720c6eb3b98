CREATE TABLE "preview_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"content_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "preview_links_token_hash_key" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "preview_links" ADD CONSTRAINT "preview_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "preview_links_content_id_idx" ON "preview_links" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "preview_links_expires_at_idx" ON "preview_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "preview_links_created_by_idx" ON "preview_links" USING btree ("created_by");
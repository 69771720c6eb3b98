CREATE TABLE "banner_dismissals" (
	"user_id" uuid NOT NULL,
	"banner_id" uuid NOT NULL,
	"dismissed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "banner_dismissals_user_id_banner_id_pk" PRIMARY KEY("user_id","banner_id")
);
--> statement-breakpoint
CREATE TABLE "banners" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"is_active" boolean NOT NULL,
	"visible_on_pages" jsonb NOT NULL,
	"display_order" integer NOT NULL,
	"target_url" text,
	"url_params" jsonb NOT NULL,
	"translation_key" text,
	"text" jsonb,
	"button_translation_key" text,
	"button_text" jsonb,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "banner_dismissals" ADD CONSTRAINT "banner_dismissals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "banner_dismissals" ADD CONSTRAINT "banner_dismissals_banner_id_banners_id_fk" FOREIGN KEY ("banner_id") REFERENCES "public"."banners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "banner_dismissals_banner_id_idx" ON "banner_dismissals" USING btree ("banner_id");--> statement-breakpoint
CREATE INDEX "banners_active_idx" ON "banners" USING btree ("display_order","id") WHERE "banners"."is_active";
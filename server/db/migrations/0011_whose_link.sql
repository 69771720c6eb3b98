ALTER TABLE "auth_verifications" ADD COLUMN "user_id" text;--> statement-breakpoint
ALTER TABLE "auth_verifications" ADD CONSTRAINT "auth_verifications_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auth_verifications_user_id_idx" ON "auth_verifications" USING btree ("user_id");--> statement-breakpoint
DELETE FROM "auth_verifications" WHERE "expires_at" < now();--> statement-breakpoint
UPDATE "auth_verifications" "v" SET "user_id" = "u"."id" FROM "auth_users" "u"
  WHERE "v"."value" = "u"."id" OR ("v"."value" LIKE '{"uid":%' AND position('"uid":"' || "u"."id" || '"' in "v"."value") > 0);

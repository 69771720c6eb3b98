CREATE INDEX "users_onboarded_idx" ON "users" USING btree ("last_active_at" desc,"id" desc) WHERE "users"."role" = 'member' and "users"."onboarding_complete";--> statement-breakpoint
CREATE INDEX "users_staff_idx" ON "users" USING btree ("last_active_at" desc,"id" desc) WHERE "users"."role" <> 'member';--> statement-breakpoint
CREATE INDEX "content_texts_title_idx" ON "content_texts" USING btree ("language","content_id","title");--> statement-breakpoint
CREATE INDEX "content_texts_unrecorded_idx" ON "content_texts" USING btree ("content_id") WHERE "content_texts"."recording" is null;
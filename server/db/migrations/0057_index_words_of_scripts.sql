CREATE INDEX "content_texts_script_idx" ON "content_texts" USING gin ("script" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "content_drafts_words_en_idx" ON "content_drafts" USING gin (("source" #>> '{scripts,en}') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "content_drafts_words_fr_idx" ON "content_drafts" USING gin (("source" #>> '{scripts,fr}') gin_trgm_ops);
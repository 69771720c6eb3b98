ALTER TABLE "content_texts" ADD COLUMN "searched" "tsvector";--> statement-breakpoint
ALTER TABLE "content_texts" ADD COLUMN "spelled" text;--> statement-breakpoint
CREATE INDEX "content_texts_searched_idx" ON "content_texts" USING gin ("searched");--> statement-breakpoint
CREATE INDEX "content_texts_spelled_idx" ON "content_texts" USING gin ("spelled" gin_trgm_ops);--> statement-breakpoint
CREATE FUNCTION "content_texts_search"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  config regconfig := CASE NEW.language WHEN 'fr' THEN 'french' ELSE 'english' END;
  author text := (
    SELECT a.name FROM contents c JOIN author_texts a ON a.author_id = c.author_id
    WHERE c.id = NEW.content_id AND a.language = NEW.language
  );
  tags text := array_to_string(NEW.tags, ' ');
  said text := (
    SELECT string_agg(cue ->> 'text', ' ') FROM jsonb_array_elements(NEW.cues) cue
    WHERE cue ->> 'type' = 'say'
  );
BEGIN
  NEW.searched :=
    setweight(to_tsvector(config, unaccent(NEW.title)), 'A') ||
    setweight(to_tsvector(config, unaccent(tags)), 'B') ||
    setweight(to_tsvector(config, unaccent(NEW.summary || ' ' || coalesce(author, ''))), 'C') ||
    setweight(to_tsvector(config, unaccent(coalesce(said, ''))), 'D');
  NEW.spelled := lower(unaccent(concat_ws(' ', NEW.title, tags, author)));
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "content_texts_search" BEFORE INSERT OR UPDATE OF title, summary, tags, cues ON "content_texts"
FOR EACH ROW EXECUTE FUNCTION "content_texts_search"();
--> statement-breakpoint
UPDATE "content_texts" SET title = title;

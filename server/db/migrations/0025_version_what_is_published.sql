CREATE TABLE "published_version" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" uuid DEFAULT gen_random_uuid() NOT NULL,
	CONSTRAINT "published_version_single_check" CHECK ("published_version"."id")
);
--> statement-breakpoint
INSERT INTO "published_version" DEFAULT VALUES;--> statement-breakpoint
-- Before the statement and not after it, so that transactions that change what is published wait here for each other and
-- not one for a row of the other's.
CREATE FUNCTION "note_publication"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "published_version" SET "version" = gen_random_uuid();
	PERFORM pg_notify('published', '');
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "author_texts_publication" BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "author_texts" FOR EACH STATEMENT EXECUTE FUNCTION "note_publication"();--> statement-breakpoint
CREATE TRIGGER "contents_publication" BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "contents" FOR EACH STATEMENT EXECUTE FUNCTION "note_publication"();--> statement-breakpoint
CREATE TRIGGER "content_texts_publication" BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "content_texts" FOR EACH STATEMENT EXECUTE FUNCTION "note_publication"();--> statement-breakpoint
CREATE TRIGGER "programs_publication" BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "programs" FOR EACH STATEMENT EXECUTE FUNCTION "note_publication"();--> statement-breakpoint
CREATE TRIGGER "program_texts_publication" BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "program_texts" FOR EACH STATEMENT EXECUTE FUNCTION "note_publication"();--> statement-breakpoint
CREATE TRIGGER "lessons_publication" BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "lessons" FOR EACH STATEMENT EXECUTE FUNCTION "note_publication"();--> statement-breakpoint
CREATE TRIGGER "lesson_texts_publication" BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "lesson_texts" FOR EACH STATEMENT EXECUTE FUNCTION "note_publication"();

import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { authors, authorTexts, contents, contentTexts } from '#server/features/contents/table.ts';
import { lessons, lessonTexts, programs, programTexts } from '#server/features/programs/table.ts';
import type { Language } from '#shared/rules/languages.ts';

/** What people see, and the languages in which it has its main text. */
interface ContentTexts extends Record<string, unknown> {
  kind: 'sessions' | 'programs' | 'lessons' | 'authors';
  name: string;
  languages: Language[];
}

/** Lists every published item of content by name, with the languages it is written in. */
export async function listContentItemsWithLanguages(db: Database): Promise<ContentTexts[]> {
  const { rows } = await db.execute<ContentTexts>(sql`
    select kind, name, coalesce(array_agg(language) filter (where trim(text) <> ''), '{}') as languages
    from (
      select 'sessions' as kind, c.slug as name, t.language, t.title as text
      from ${contents} c left join ${contentTexts} t on t.content_id = c.id where c.withdrawn_at is null
      union all
      select 'programs', p.slug, t.language, t.about
      from ${programs} p left join ${programTexts} t on t.program_id = p.id where p.withdrawn_at is null
      union all
      select 'lessons', p.slug || '/' || c.slug, t.language, t.introduction
      from ${lessons} l join ${programs} p on p.id = l.program_id join ${contents} c on c.id = l.content_id
      left join ${lessonTexts} t on t.lesson_id = l.id where l.withdrawn_at is null
      union all
      select 'authors', a.slug, t.language, t.about
      from ${authors} a left join ${authorTexts} t on t.author_id = a.id
    ) all_texts
    group by kind, name order by kind desc, name limit 40000`);
  return rows;
}

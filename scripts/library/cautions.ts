import { CAUTION_NAMES } from '#shared/rules/cautions.ts';
import { listRequiredCautions } from '#shared/rules/session-acts.ts';
import type { MeasuredSession } from './read.ts';

/**
 * Formats a table in Markdown of what each session does and which cautions both its scripts therefore say, and a line for
 * the clinician who has read it, empty until the signature.
 */
export function formatCautionTable(sessions: readonly MeasuredSession[]): string {
  const headings = ['session', 'does', 'asks before', ...CAUTION_NAMES];
  const rows = sessions.map((session) => {
    const does = session.does ?? [];
    const required = listRequiredCautions({ ...session, does });
    const marks = CAUTION_NAMES.map((name) => (required.includes(name) ? 'x' : ''));
    return [session.slug, does.join(', '), session.guard ?? '', ...marks];
  });
  const write = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = headings.map(() => '---');
  const signature = 'Read and agreed by (name, registration, date):';
  return [...[headings, rule, ...rows].map(write), '', signature].join('\n');
}

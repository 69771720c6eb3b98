import type { ShownAuditEntry } from '#shared/contract/admin.ts';
import { AUDIT_ACTIONS } from '#shared/rules/audit-actions.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { findAuditSubjectName, findReasonAuditEntryIsNameless } from '../model.ts';
import { type AuditFilter, useAuditLog } from '../queries.ts';
import { PagedList } from './paged-list.tsx';

type Facts = Record<string, unknown>;

/** Returns a function that says in words what was done; what no version of today does keeps its name. */
function useNameAction() {
  const { t } = useTranslation('admin');
  return (action: string) => {
    const known = AUDIT_ACTIONS.find((one) => one === action);
    return known ? t(`audit.actions.${known}`) : action;
  };
}

/** The audit log as a list, the newest entry first: all entries, or only those about prices or about a person. */
export function AuditLog(filter: AuditFilter) {
  const { t } = useTranslation('admin');
  return (
    <PagedList
      query={useAuditLog(filter)}
      getItems={(page) => page.entries}
      none={t('audit.none')}
      more={t('audit.more')}
    >
      {(entries) => (
        <ol className="divide-y divide-line">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </PagedList>
  );
}

function Entry({ entry }: { entry: ShownAuditEntry }) {
  const nameAction = useNameAction();
  const { t, i18n } = useTranslation('admin');
  const { at, by, actor, action, before, details } = entry;
  const missing = findReasonAuditEntryIsNameless(entry);
  const name = findAuditSubjectName(entry) ?? (missing && t(`audit.${missing}`));
  const after = entry.after ?? details;
  const who = by === 'command line' ? t('audit.commandLine') : (actor ?? t('audit.erased'));
  return (
    <li className="grid gap-x-6 py-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <time dateTime={at} className="text-sm text-ink-2">
        {formatDateTime(new Date(at), i18n.language)}
      </time>
      <div className="min-w-0">
        <p>
          <span className="font-medium">{nameAction(action)}</span>
          {name !== null && ` · ${name}`}
        </p>
        <p className="text-sm text-ink-2">{t('audit.by', { who })}</p>
        {Object.keys({ ...before, ...after }).length > 0 && (
          <Changes before={before} after={after} />
        )}
      </div>
    </li>
  );
}

/** The fields that an edit changed, before and after; of what was no edit, its facts. */
function Changes({ before, after }: { before: Facts | null; after: Facts }) {
  const { t } = useTranslation('admin');
  const format = (value: unknown) =>
    typeof value === 'string' ? value : value == null ? t('audit.nothing') : JSON.stringify(value);
  const sides = before ? [before, after] : [after];
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm underline decoration-edge underline-offset-6">
        {t('audit.changes')}
      </summary>
      <dl className="mb-3 grid gap-3 text-sm">
        {Object.keys({ ...before, ...after }).map((name) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            {sides.map((side, index) => (
              <dd key={index} className="mt-1 wrap-anywhere whitespace-pre-wrap">
                {before && (
                  <span className="text-ink-2">
                    {t(index === 0 ? 'audit.before' : 'audit.after')}{' '}
                  </span>
                )}
                {format(side[name])}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  );
}

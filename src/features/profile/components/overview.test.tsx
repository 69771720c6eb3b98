import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, it } from 'vitest';
import { PROFILE_QUERY_KEY } from '#web/features/account/queries.ts';
import { freezeOrReleaseClock } from '#web/lib/clock.ts';
import { createI18n } from '#web/lib/i18n.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { catalogues } from '#web/locales/en.ts';
import { catalogues as ofProfile } from '#web/locales/en-profile.ts';
import { OverviewTab } from './overview.tsx';

const words = createI18n('en', { ...catalogues, ...ofProfile });
const AT = new Date('2026-11-25T12:00:00Z');

afterEach(() => freezeOrReleaseClock(null));

it('whoever reads when they were last active is here now, whenever the server last heard of them', () => {
  const queryClient = createQueryClient();
  queryClient.setQueryData(PROFILE_QUERY_KEY, {
    id: 'ada',
    name: 'Ada',
    email: 'ada@example.org',
    flightDate: null,
    memberSince: '2026-06-01T12:00:00.000Z',
    lastActive: '2026-11-25T11:57:00.000Z',
  });
  freezeOrReleaseClock({ at: AT, timeZone: 'Europe/Paris' });
  const page = renderToString(
    <I18nextProvider i18n={words}>
      <QueryClientProvider client={queryClient}>
        <OverviewTab />
      </QueryClientProvider>
    </I18nextProvider>,
  );
  queryClient.clear();
  const fact = page.split(words.t('profile:you.lastActive'))[1]?.split('</dl>')[0];
  expect(fact).toContain(words.t('common:relative.now'));
});

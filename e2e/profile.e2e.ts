import { describe, expect, it } from 'vitest';
import { formatDate } from '#web/lib/format.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { press } from './fixtures/steps.ts';
import { aWorld } from './fixtures/world.ts';

const world = aWorld();

describe.each(['en', 'fr'] as const)('the profile, in %s', (language) => {
  it('says without a pass, and without asking the server, what needs one', async () => {
    const { page, say, close } = await world.visitOf({ state: 'no_pass', language });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/profile?tab=progress');
    await page.getByText(say('errors:pass_required')).waitFor();
    expect(asked).not.toContain('/api/dashboard');
    await page.goto('/profile?tab=assessment');
    await page.getByText(say('profile:assessment.againPass')).waitFor();
    await expectAccessible(page, 'the assessment without a pass');
    await page.getByRole('link', { name: say('profile:pass.see') }).click();
    await page.waitForURL('**/subscription');
    await close();
  });

  it('says of a flight that it has passed, and that flights did not load', async () => {
    const { page, say, visit, person, close } = await world.visitOf({ language });
    const departsOn = world.site.inDays(1);
    await person.call('PUT /api/users/me/flight-date', {
      body: { flightDate: departsOn, timeZone: 'Europe/Paris' },
    });
    await page.clock.setFixedTime(new Date(world.site.clock().getTime() + 3 * 86_400_000));
    await page.goto('/profile');
    const date = formatDate(departsOn, language);
    await page.getByText(say('profile:flight.passed', { date })).waitFor();

    await page.route('**/api/flights', (route) => route.fulfill({ status: 500 }));
    await page.goto('/profile?tab=progress');
    await page.getByText(say('flights:failed')).waitFor();
    await page.unroute('**/api/flights');
    await press(visit, 'ui:actions.tryAgain');
    await page.getByRole('heading', { name: say('ledger:list.heading') }).waitFor();
    await close();
  });
});

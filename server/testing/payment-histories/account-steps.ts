import { PASSWORD } from '../people.ts';
import type { Actor } from './actor.ts';
import { HOUR_MS, MINUTE_MS } from './times.ts';
import type { RunningWorld, World } from './world.ts';

/** How long the app may take to tell Stripe a new address, whose call goes wrong at first: the job waits before it tries again. */
const EMAIL_KNOWN_MS = 6 * HOUR_MS;

/** Asks for another address, uses the link that is e-mailed there, and looks a while later whether Stripe has it. */
export async function changeEmailInApp(running: RunningWorld, actor: Actor): Promise<void> {
  const { world } = running;
  const { own } = actor;
  const email = `moved-${own.email}`;
  const asked = { email, currentPassword: PASSWORD };
  const { status } = await own.call('POST /api/auth/email', { body: asked });
  world.say(actor, `asks for the address ${email}: ${status}`);
  const confirm = async (): Promise<void> => {
    const letters = world.site.emails.filter(({ to }) => to === email);
    const [token = ''] = letters.flatMap(
      ({ text }) => /mode=confirm-email#([\w-]+)/.exec(text)?.[1] ?? [],
    );
    const reply = await own.call('POST /api/auth/email/confirm', { body: { token } });
    world.say(actor, `confirms the address ${email}: ${reply.status}`);
    own.email = email;
  };
  world.at(world.now() + 20 * MINUTE_MS, () => running.as(actor, confirm));
  world.at(world.now() + EMAIL_KNOWN_MS, () => {
    const known = [...actor.customers].flatMap((id) => {
      const customer = world.account.customers.get(id);
      // One that Stripe made though it answered with an error is unknown, and has nothing (decision 152).
      const isUsed = [...world.account.sessions.values()].some((one) => one.customer === id);
      return customer && !customer.deleted && isUsed ? [customer.email] : [];
    });
    world.count('a changed address is looked at');
    if (known.some((one) => one !== email))
      world.report(actor, 'a changed address does not reach Stripe', known, email);
  });
}

/** Opens the page where the card is changed. */
export async function openPortalInApp(world: World, actor: Actor): Promise<void> {
  const { faults } = actor;
  const { status, body } = await actor.own.call('POST /api/passes/mine/portal');
  world.say(actor, `opens the portal: ${status}`);
  if (status !== 200 && actor.faults === faults)
    world.report(actor, 'the portal does not open though Stripe answers', body, null);
}

/**
 * By subject and file, every test of an attack (part of its name, as the file has it, without what a table of cases fills in).
 * `npm run prove:attacks` runs these files, and all of server/attacks.
 */
export const ATTACKS: Record<string, Record<string, readonly string[]>> = {
  'Third parties never see somebody’s pages': {
    'server/attacks/third-parties.test.ts': [
      'the public pages open for third parties to a visitor, and no other page does',
      'no page opens to somebody signed in',
      'reCAPTCHA may run beside a visitor’s forms, and nowhere else',
    ],
    'server/features/scripts/routes.test.ts': [
      'opens for nothing that somebody writes into the cookie themselves',
    ],
    'e2e/third-parties.e2e.ts': ['meets nobody else on any page'],
    'server/features/tracking/policy.test.ts': [
      'the title is kept where its words are ours and tell of no session',
    ],
    'src/features/legal/model.test.ts': [
      'says that other companies’ scripts never run on one’s own pages',
    ],
  },
  'An address that nobody confirmed has few rights': {
    'server/attacks/addresses.test.ts': [
      'turns on no second factor, and its owner’s reset takes away one from before',
      'asks no private question, and gets no e-mail but the one that confirms it',
      'erases and exports nothing that belongs to whom the address belongs',
      'tells nobody whether an address is known',
      'time tells nobody either',
      'mail what the law wants on paper: order, withdrawal and end, with no word of the stranger’s',
      'mail no code of a gift and no refund: the page of the pass has them',
    ],
    'server/attacks/firebase.test.ts': [
      'asks no private question and gets no e-mail, until a token says that it is confirmed',
    ],
    'e2e/attacks.e2e.ts': [
      'a quiet line asks for the confirmation of an address, until it is confirmed',
    ],
  },
  'The studio sends nothing into a private network, and nobody’s data out': {
    'server/features/webhooks/routes.test.ts': [
      'signed, and nothing of anybody',
      'a name that leads to this machine is sent nothing, whatever it was when it was entered',
      'an address that is refused becomes no webhook',
    ],
    'server/features/webhooks/policy.test.ts': ['is no address of the public internet'],
  },
  'What is sensitive asks for a fresh sign-in': {
    'server/attacks/devices-left-open.test.ts': [
      'needs a sign-in of the last ten minutes',
      'no secret of a link or of a gift is shown in the studio',
    ],
    'server/features/identity/second-factor/routes.test.ts': [
      'is turned off, and given another passkey, only shortly after it was used',
    ],
    'server/attacks/addresses.test.ts': [
      'a change of address: the former one locks the account and has it back',
    ],
    'server/attacks/forged-requests.test.ts': [
      'no field that a person adds to a write makes them more than they are',
    ],
  },
  'Letters tell at once what was done to an account': {
    'server/attacks/addresses.test.ts': [
      'passkeys, two-step sign-in, a recovery code and a new device',
      'a change of address: the former one locks the account and has it back',
    ],
    'server/attacks/firebase.test.ts': [
      'two-step sign-in of the studio on, a recovery code used, and off again',
    ],
  },
  'Nothing is left of somebody who has gone': {
    'server/attacks/former-users.test.ts': [
      'notifications end with the sign-in that asked for them',
      'messages that were sent signed out with one’s own address go with the account',
      'an admin’s export of an account has no listens, flights or messages',
    ],
    'e2e/attacks.e2e.ts': ['signing out ends the notifications of the browser too'],
  },
  'The app lock': {
    'src/lib/vault/app-lock.test.ts': [
      'changes nothing where it is off',
      'leaves nothing readable on the device of what was kept before and after it was turned on',
      'makes whoever guesses wait longer each time, and a reload does not help',
    ],
    'e2e/app-lock.e2e.ts': [
      'opens nothing of somebody without their PIN, with a network or without',
      'the lock is opened by a passkey of the device too, and by the PIN alone once that is taken away',
    ],
    'server/pages/start-page.test.ts': ['has nothing of them on a device whose app lock is on'],
    'src/features/app-lock/model.test.ts': ['open while the app is locked, and nothing else'],
  },
  'Settings that would give the house away': {
    'server/features/system/safety/policy.test.ts': [
      'test mode with live keys of Stripe is refused',
      'a server that others can reach is not local',
      'with a public address, the start is refused',
    ],
    'server/attacks/operator.test.ts': [
      'test mode at a public address is told to the log at each start, and to people on every page',
      'a start that is refused listens to nobody, and says each reason without the value',
      'the studio shows every check, each with its mend in both languages, to an admin alone',
    ],
  },
  'What runs is what was published': {
    'scripts/lockfile.test.ts': [
      'npm compares each package with its hash, on every platform',
      'the pinned Node is held by a hash where servers run',
    ],
    'scripts/workflows.test.ts': [
      'compares the signatures of all packages, and keeps a list of what is in them',
    ],
    'server/operate.test.ts': [
      'has a service that can write nothing of its program, and is root nowhere but before its start',
      'has a service that systemd understands',
    ],
    'server/attacks/operator.test.ts': ['the manual tells of HSTS what browsers are told'],
    'server/pages/pages.test.ts': ['whoever found a hole is told whom to write to'],
  },
  Floods: {
    'server/features/identity/routes.test.ts': [
      'judges no more than five passwords an hour for one address',
    ],
    'server/features/identity/builtin/policy.test.ts': [
      'is judged on another thread, many at once and each by itself',
    ],
    'server/features/feedback/routes.test.ts': [
      'of a visitor beyond a thousand a day is taken too, listed at once and e-mailed on a later day',
      'that is a visitor’s notice about a contract waits no less, while its confirmation goes at once',
    ],
  },
  'Sensors and the position': {
    'server/http/headers.test.ts': ['are open to our own origin on', 'are closed on'],
    'src/lib/offline/kept-document-response.test.ts': [
      'permits the sensors and the position on the flight’s page alone',
    ],
    'e2e/attacks.e2e.ts': [
      'the flight page is a page load of its own, on the way there and on the way away',
    ],
  },
};

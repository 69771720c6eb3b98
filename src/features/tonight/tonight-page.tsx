import { AccountOffer } from './components/account-invitation.tsx';
import { TonightChoices } from './components/choices.tsx';
import { TravelCopingCard } from './components/travel-coping-card.tsx';
import { TonightSession } from './components/tonight-session.tsx';

/**
 * `/tonight`: one screen of choices, then at once a free session for the hours before a flight, and a card for the way
 * there. Written at build time; `attachTonight` (engine/attach-tonight.ts) shows one part after the other. Without scripts
 * each choice opens its session's own page.
 */
export function TonightPage() {
  return (
    <div
      data-tonight=""
      className="mx-auto grid w-full max-w-6xl grid-cols-1 gap-y-10 px-5 pt-2 pb-16 phone-low:gap-y-6 sm:pt-6 wide:px-8 wide:pt-10 wide:pb-24"
    >
      <TonightSession />
      <TravelCopingCard />
      <AccountOffer />
      <TonightChoices />
    </div>
  );
}

// Every feature that defines what its writes change: loaded where stored writes are applied to replies of any page.
import '#web/features/account/hooks/use-change-name.ts';
import '#web/features/assessment/queries.ts';
import '#web/features/cabin-sounds/queries.ts';
import '#web/features/flights/hooks/use-save-flight.ts';
import '#web/features/breathing/queries.ts';
import '#web/features/ladder/queries.ts';
import '#web/features/ledger/queries.ts';
import '#web/features/player/queries.ts';
import '#web/features/programs/queries.ts';

/** Ids of the starter sessions that are for one moment alone. */
export const MOMENT_SESSION_IDS = {
  night_before: '9751a04f-c1d3-5e47-acee-e668a8db284b',
  morning_of: '966407c9-f31e-5657-9f18-9f7a26b6a3b7',
  delay: '65669191-f833-50b2-9ec9-3aec509cde8d',
  booking: 'c1c7aff8-8521-511c-aaba-b37933bedaaf',
  sleepless: '2ffec1fd-0853-5841-a160-0508ea04735b',
} as const;

import { describe, expect, it } from 'vitest';
import { parseChangelogItems, readRunningRelease } from './service.ts';

describe('the release that the studio shows', () => {
  it('has the version of package.json and at least one change in CHANGELOG.md', () => {
    const { version, changes } = readRunningRelease();
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(changes.length).toBeGreaterThan(0);
  });

  it('lists the changes of its own version alone, each on one line', () => {
    const changelog =
      '# Changelog\n\n## 1.1.0, 2027-01-02\n\n- One\n  goes on\n- Two\n\n## 1.0.0\n\n- Old\n';
    expect(parseChangelogItems(changelog, '1.1.0')).toEqual(['One goes on', 'Two']);
    expect(parseChangelogItems(changelog, '1.0.0')).toEqual(['Old']);
    expect(parseChangelogItems(changelog, '1.0')).toEqual([]);
  });
});

// All stages, in the order of the report.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { benchAnalytics } from './analytics.js';
import { analyticsSection, analyticsTargets } from './analytics-report.js';
import { benchChanges, changesSection, changesTargets } from './changes.js';
import { chartOf } from './chart.js';
import { clickHouseSection, clickHouseTargets } from './clickhouse/report.js';
import { benchClickHouse } from './clickhouse/stage.js';
import { costSection } from './cost/report.js';
import { benchCost } from './cost/stage.js';
import { benchDashboard, dashboardSection, dashboardTargets } from './dashboard/stage.js';
import { benchGateways, gatewaysSection } from './gateways/stage.js';
import { growthParagraph, growthSection } from './growth/report.js';
import { benchGrowth } from './growth/stage.js';
import { benchBeside, besideSection, besideTargets } from './http/beside-recorders.js';
import { httpSection, httpTargets } from './http/report.js';
import { benchSizing, sizingSection } from './http/sizing.js';
import { benchHttp } from './http/stage.js';
import { benchLists, listsSection, listsTargets } from './lists/stage.js';
import { withParagraph } from './markdown.js';
import { benchPages, pagesSection, pagesTargets } from './pages.js';
import { benchRecording, recordingSection, recordingTargets } from './recording.js';
import { type Stage, stage } from './stages.js';

const here = import.meta.dirname;

/** Runs of the small brand, of the large one, and those that are recorded. */
export interface Sizes {
  readonly small: number;
  readonly large: number;
  readonly recorded: number;
}

export function stagesOf({ small, large, recorded }: Sizes): Readonly<Record<string, Stage>> {
  return {
    analytics: stage({
      measure: async () => [await benchAnalytics(small), await benchAnalytics(large)] as const,
      section: (analytics) => analytics.toReversed().map(analyticsSection).join('\n\n'),
      targets: analyticsTargets,
      write: ([, largest]) => writeFile(join(here, 'chart.svg'), chartOf(largest)),
    }),
    clickhouse: stage({
      measure: async () => [await benchClickHouse(small), await benchClickHouse(large)] as const,
      section: (sizes) => sizes.toReversed().map(clickHouseSection).join('\n\n'),
      targets: (sizes) => clickHouseTargets(sizes?.[1]),
    }),
    lists: stage({ measure: () => benchLists(large), section: listsSection, targets: listsTargets }),
    pages: stage({ measure: benchPages, section: pagesSection, targets: pagesTargets }),
    recording: stage({
      measure: () => benchRecording(recorded),
      section: recordingSection,
      targets: recordingTargets,
    }),
    changes: stage({ measure: () => benchChanges(large), section: changesSection, targets: changesTargets }),
    http: stage({ measure: () => benchHttp(large), section: httpSection, targets: httpTargets }),
    beside: stage({ measure: () => benchBeside(small), section: besideSection, targets: besideTargets }),
    gateways: stage({ measure: () => benchGateways(large), section: gatewaysSection }),
    sizing: stage({ measure: () => benchSizing(large), section: sizingSection }),
    growth: stage({
      measure: () => benchGrowth([small / 10, small, large]),
      section: growthSection,
      write: (sizes) => writeParagraph(join(here, '../docs/scale.md'), growthParagraph(sizes)),
    }),
    cost: stage({ measure: () => benchCost(200_000), section: costSection }),
    dashboard: stage({ measure: () => benchDashboard(large), section: dashboardSection, targets: dashboardTargets }),
  };
}

async function writeParagraph(file: string, paragraph: string): Promise<void> {
  await writeFile(file, withParagraph(await readFile(file, 'utf8'), 'growth', paragraph));
}

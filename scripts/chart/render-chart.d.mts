/** Whether the packages that render charts are installed. */
export function canRenderCharts(): boolean;

/** The packages that render charts. */
export const CHART_PACKAGES: readonly string[];

/** Values over those of the chart: objects are merged, everything else is replaced. */
export function mergeValues(base: unknown, over: unknown): unknown;

/** The manifests of a chart as text, by the names of their templates; empty ones are left out. */
export function renderChart(
  chart: string,
  options?: { readonly name?: string; readonly values?: object },
): Promise<readonly { readonly file: string; readonly text: string }[]>;

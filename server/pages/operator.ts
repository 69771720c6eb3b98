import { escapeHtml } from '#shared/rules/escape-html.ts';
import { type Operator, OPERATOR_DETAILS } from '#shared/rules/operator.ts';

/**
 * Inserts the operator's details (name, address and so on) into a prerendered legal text, whose markup is that of
 * operator-details.tsx. A missing detail stays as built: marked as missing, or hidden if it is optional.
 */
export function fillOperatorDetails(html: string, operator: Operator): string {
  let filled = html;
  for (const detail of OPERATOR_DETAILS) {
    const value = operator[detail];
    if (value === null) continue;
    const row = new RegExp(
      `(<div data-operator="${detail}")(?: hidden="")?([^>]*><dt.*?</dt><dd[^>]*>).*?</dd>`,
    );
    filled = filled.replace(
      row,
      (_row, start: string, label: string) => `${start}${label}${escapeHtml(value)}</dd>`,
    );
  }
  return filled;
}

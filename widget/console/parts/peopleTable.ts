import { html, nothing, type TemplateResult } from 'lit'

/** A column, whose heading narrow screens show beside each value. */
export type Column<Row> = {
  readonly heading: string
  readonly cell: (row: Row) => unknown
  /** The first column names the row; that of the actions has no heading on narrow screens. */
  readonly kind?: 'name' | 'actions'
}

// The roles are explicit: on narrow screens the rows are blocks, and a table without its display has no roles in some browsers.
/** A short table whose rows have buttons; on narrow screens the rows are cards. */
export const peopleTable = <Row>(
  title: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): TemplateResult => html`
  <table class="rows people" role="table" aria-label=${title}>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map(
          ({ heading, kind }) => html`
            <th role="columnheader" scope="col" class=${kind ?? ''}>
              ${
                kind === 'actions'
                  ? html`
                      <span class="hidden">${heading}</span>
                    `
                  : heading
              }
            </th>
          `,
        )}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        (row) => html`
          <tr role="row">
            ${columns.map(
              ({ heading, cell, kind }) => html`
                <td role="cell" class=${kind ?? ''} data-label=${kind ? nothing : heading}>${cell(row)}</td>
              `,
            )}
          </tr>
        `,
      )}
    </tbody>
  </table>
`

/** A button of a row, with what it is about for screen readers. */
export const rowButton = (text: string, about: string, onClick: (event: Event) => void): TemplateResult => html`
  <button class="button plain" @click=${onClick}>
    ${text}
    <span class="hidden">${about}</span>
  </button>
`

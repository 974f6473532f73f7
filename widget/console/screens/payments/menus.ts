import { html, type TemplateResult } from 'lit'
import { icons } from '../../parts/icons.ts'
import { allColumns, type Column } from './columns.ts'
import { presetNames, type presets } from './datePresets.ts'
import { paymentsTexts } from './texts.ts'

/** Frequent days, and the export of last month. @param addressOf the list with the days of a preset */
export const dateMenu = (
  addressOf: (name: keyof typeof presets) => string,
  exportLastMonth: () => void,
): TemplateResult => {
  const texts = paymentsTexts.dates
  return html`
    <button class="button" popovertarget="date-menu">
      ${icons.calendar}
      <span>${texts.open}</span>
    </button>
    <div class="menu date-menu" id="date-menu" popover>
      <ul>
        ${presetNames.map(
          (name) => html`
            <li><a href=${addressOf(name)}>${texts.presets[name]}</a></li>
          `,
        )}
      </ul>
      <button class="button" popovertarget="date-menu" popovertargetaction="hide" @click=${exportLastMonth}>
        ${icons.download}${texts.export}
      </button>
    </div>
  `
}

/** The columns that can be shown or not. */
export const columnMenu = (shown: readonly Column[], toggle: (column: Column) => void): TemplateResult => html`
  <button class="button" popovertarget="column-menu">
    ${icons.columns}
    <span>${paymentsTexts.columns.open}</span>
  </button>
  <div class="menu column-menu" id="column-menu" popover>
    ${allColumns
      .filter((column) => column !== 'amount')
      .map(
        (column) => html`
          <label class="check">
            <input type="checkbox" .checked=${shown.includes(column)} @change=${() => toggle(column)} />
            ${paymentsTexts.columns[column]}
          </label>
        `,
      )}
  </div>
`

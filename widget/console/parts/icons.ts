import { html, svg } from 'lit'
import { bankIcon, cardIcon, icon } from '../../fields/icons.ts'

export const icons = {
  today: icon(svg`<path d="M3.5 16.5v-5M8 16.5v-9M12.5 16.5v-7M17 16.5v-13" />`),
  payments: cardIcon,
  checkouts: icon(
    svg`<path d="M8.5 11.5a3.2 3.2 0 0 0 4.5 0l3-3A3.2 3.2 0 0 0 11.5 4l-1 1M11.5 8.5a3.2 3.2 0 0 0-4.5 0l-3 3A3.2 3.2 0 0 0 8.5 16l1-1" />`,
  ),
  subscriptions: icon(
    svg`<path d="M16.5 9A6.75 6.75 0 0 0 4.6 6M3.5 11a6.75 6.75 0 0 0 11.9 3M4.25 2.75V6.5H8M15.75 17.25V13.5H12" />`,
  ),
  plus: icon(svg`<path d="M10 4v12M4 10h12" />`),
  disputes: icon(svg`<path d="M4.5 17.5V3M4.5 4h10.5l-2.5 3.5L15 11H4.5" />`),
  settlements: bankIcon,
  keys: icon(
    svg`<circle cx="6.5" cy="13.5" r="3.25" /><path d="m8.9 11.1 7.6-7.6M13.5 6.5l2.5 2.5M11.5 8.5l1.5 1.5" />`,
  ),
  webhooks: icon(svg`<path d="M3 10h4l2-5.5 3 11 2-5.5h3" />`),
  connections: icon(svg`<path d="M7.5 3v4M12.5 3v4M5 7h10v2.5a5 5 0 0 1-10 0zM10 14.5V17.5" />`),
  audit: icon(svg`<path d="M5 2.75h7l3.5 3.5V17.25H5zM7.75 9h4.5M7.75 12h4.5" />`),
  team: icon(
    svg`<circle cx="7.5" cy="6.75" r="3" /><path d="M2 16.5c.4-3 2.6-4.75 5.5-4.75S12.6 13.5 13 16.5M13 3.9a3 3 0 0 1 0 5.7M15 12.2c1.8.6 2.8 2.1 3 4.3" />`,
  ),
  settings: icon(
    svg`<path d="M3 5.5h7.5M14.5 5.5H17M3 14.5h2.5M9.5 14.5H17M3 10h4M11 10h6" /><circle cx="12.5" cy="5.5" r="2" /><circle cx="7.5" cy="14.5" r="2" /><circle cx="9" cy="10" r="2" />`,
  ),
  search: icon(svg`<circle cx="9" cy="9" r="5.25" /><path d="m13 13 4 4" />`),
  close: icon(svg`<path d="m5.5 5.5 9 9M14.5 5.5l-9 9" />`),
  menu: icon(svg`<path d="M3 6h14M3 10h14M3 14h14" />`),
  back: icon(svg`<path d="M12 5 7 10l5 5" />`),
  next: icon(svg`<path d="m8 5 5 5-5 5" />`),
  download: icon(svg`<path d="M10 3v9.5M6 9l4 4 4-4M3.5 16.5h13" />`),
  columns: icon(
    svg`<rect x="2.75" y="3.75" width="14.5" height="12.5" rx="2" /><path d="M7.5 3.75v12.5M12.5 3.75v12.5" />`,
  ),
  keyboard: icon(
    svg`<rect x="1.75" y="4.75" width="16.5" height="10.5" rx="2" /><path d="M5 8h.01M8.3 8h.01M11.7 8h.01M15 8h.01M5 11.7h.01M15 11.7h.01M8 11.7h4" />`,
  ),
  alert: icon(svg`<path d="M10 3.25 17.5 16.5h-15zM10 8.25v3.5M10 14.1v.01" />`),
  calendar: icon(
    svg`<rect x="3.25" y="4.25" width="13.5" height="12.5" rx="2" /><path d="M3.25 8.5h13.5M7 2.75v3M13 2.75v3" />`,
  ),
  check: icon(svg`<path d="m4.5 10.5 3.5 3.5 7.5-8" />`),
  copy: icon(
    svg`<rect x="7" y="7" width="9.5" height="9.5" rx="2" /><path d="M13 7V5.5a2 2 0 0 0-2-2H5.5a2 2 0 0 0-2 2V11a2 2 0 0 0 2 2H7" />`,
  ),
} as const

/** The mark of the product: a gate in a channel. */
export const brandMark = html`
  <svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
    <rect width="24" height="24" rx="7" fill="var(--accent)" />
    <path
      d="M7 6v12M17 6v12M7 14.5h10M7 10h10"
      fill="none"
      stroke="var(--panel)"
      stroke-width="2"
      stroke-linecap="round"
    />
  </svg>
`

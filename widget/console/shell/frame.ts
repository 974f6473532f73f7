import { html, nothing, type TemplateResult } from 'lit'
import type { Mode, Session } from '../api/session.ts'
import { brandMark, icons } from '../parts/icons.ts'
import { pagePath, paths, sectionOf, type Route, type Section } from './routes.ts'
import { shortcutListId } from './shortcutList.ts'
import { shellTexts } from './texts.ts'

/** The sections in the order of the navigation, with the path of their first page. */
const links: Readonly<Record<Section, string>> = {
  today: paths.today,
  payments: paths.payments(),
  checkouts: paths.checkouts(),
  subscriptions: paths.subscriptions(),
  disputes: paths.disputes(),
  settlements: paths.settlements,
  keys: paths.keys,
  webhooks: paths.webhooks,
  connections: paths.connections,
  audit: paths.audit(),
  team: paths.team,
  settings: paths.settings,
}

/** Sections that the navigation has together. */
const developers: ReadonlySet<Section> = new Set(['keys', 'webhooks', 'connections'])

/** The operation of the API that a section needs. */
const needs: Readonly<Record<Section, string>> = {
  today: 'getFigures',
  payments: 'listTransactions',
  checkouts: 'listCheckouts',
  subscriptions: 'listAllCustomerSubscriptions',
  disputes: 'listDisputes',
  settlements: 'listBatches',
  keys: 'listApiKeys',
  webhooks: 'listWebhooks',
  connections: 'listConnections',
  audit: 'listAuditEntries',
  team: 'listMembers',
  settings: 'updateAccount',
}

const modeLink = (mode: Mode, current: Mode, path: string): TemplateResult => html`
  <a class="mode-link" href=${pagePath(mode, path)} aria-current=${mode === current}>${shellTexts.mode[mode]}</a>
`

/** The bar above each page. In test mode it has another colour and a text. */
const topBar = (session: Session, mode: Mode, path: string, actions: FrameActions): TemplateResult => html`
  <header class="bar" data-mode=${mode}>
    <button
      class="icon-button menu-button"
      aria-expanded=${actions.isMenuOpen}
      aria-controls="sections"
      @click=${actions.toggleMenu}
    >
      ${icons.menu}
      <span class="hidden">${shellTexts.menu}</span>
    </button>
    <a class="brand" href=${pagePath(mode, '/')}>
      ${brandMark}
      <span class="account-name">${session.account.name}</span>
    </a>
    ${
      mode === 'test'
        ? html`
            <p class="test-note">
              <strong>${shellTexts.mode.testNote}</strong>
              <span>${shellTexts.mode.testDetail}</span>
            </p>
          `
        : ''
    }
    ${
      session.account.modes.length > 1
        ? html`
            <div class="mode-switch" role="group" aria-label=${shellTexts.mode.label}>
              ${session.account.modes.toSorted().map((each) => modeLink(each, mode, path))}
            </div>
          `
        : ''
    }
    <button class="icon-button wide-only" popovertarget=${shortcutListId} title=${shellTexts.shortcuts.open}>
      ${icons.keyboard}
      <span class="hidden">${shellTexts.shortcuts.open}</span>
    </button>
    <button class="member" popovertarget="member-menu">
      <span class="initials" aria-hidden="true">${initials(session.member.name)}</span>
      <span class="hidden">${shellTexts.account.menu(session.member.name)}</span>
    </button>
    <div class="menu" id="member-menu" popover>
      <p class="member-name">${session.member.name}</p>
      <p class="small muted">${session.member.email}</p>
      <p class="small muted">${shellTexts.account.roles[session.member.role] ?? session.member.role}</p>
      <a class="button wide" href=${pagePath(mode, paths.you)} @click=${closeMenu}>${shellTexts.account.you}</a>
      <button class="button wide" @click=${actions.signOut}>${shellTexts.account.signOut}</button>
    </div>
  </header>
`

const closeMenu = (event: Event): void =>
  (event.currentTarget as HTMLElement).closest<HTMLElement>('[popover]')?.hidePopover()

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('')

const navigationLink = (mode: Mode, name: Section, current: Section | null): TemplateResult => html`
  <a href=${pagePath(mode, links[name])} aria-current=${name === current ? 'page' : 'false'}>
    ${icons[name]}
    <span>${shellTexts.sections[name]}</span>
  </a>
`

/** The sections that the role may read, those for developers as a group. */
const navigation = ({ operations }: Session, mode: Mode, current: Section | null): unknown[] => {
  const visible = (Object.keys(links) as Section[]).filter((name) => operations.includes(needs[name]))
  const first = visible.find((name) => developers.has(name))
  return visible.map((name) => {
    if (!developers.has(name)) return navigationLink(mode, name, current)
    if (name !== first) return nothing
    return html`
      <div class="sections-group" role="group" aria-labelledby="developers-label">
        <p class="sections-label" id="developers-label">${shellTexts.developers}</p>
        ${visible.filter((each) => developers.has(each)).map((each) => navigationLink(mode, each, current))}
      </div>
    `
  })
}

export type FrameActions = {
  readonly isMenuOpen: boolean
  readonly toggleMenu: () => void
  readonly signOut: () => void
}

/** The frame around the screens: bar, navigation and content. */
export const frame = (
  session: Session,
  mode: Mode,
  route: Route | null,
  content: unknown,
  actions: FrameActions,
): TemplateResult => {
  const section = route && sectionOf(route.name)
  return html`
    <a class="skip" href="#main">${shellTexts.skip}</a>
    ${topBar(session, mode, section ? links[section] : route?.name === 'you' ? paths.you : '/', actions)}
    <nav class="sections" id="sections" aria-label=${shellTexts.navigation} ?data-open=${actions.isMenuOpen}>
      ${navigation(session, mode, section)}
    </nav>
    <main id="main" tabindex="-1">${content}</main>
  `
}

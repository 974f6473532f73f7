// The API reference at /docs: Swagger UI, for reading. Requests are not made from here, since that would ask for a secret key.
const nothing = () => () => null

const readingOnly = () => ({
  wrapComponents: { ServersContainer: nothing, authorizeBtn: nothing, authorizeOperationBtn: nothing },
})

const dark = matchMedia('(prefers-color-scheme: dark)')
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', followScheme)
followScheme()

// #/Transactions/getTransaction is the element operations-Transactions-getTransaction. The library scrolls there, too, but where the
// page is drawn late, the browser's own restored position wins.
history.scrollRestoration = 'manual'
const showNamed = () => {
  if (location.hash.length > 1)
    document.getElementById(`operations${location.hash.slice(1).replaceAll('/', '-')}`)?.scrollIntoView()
}

const ui = SwaggerUIBundle({
  dom_id: '#reference',
  url: '/openapi.json',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelRendering: 'example',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: false,
  supportedSubmitMethods: [],
  validatorUrl: null,
  plugins: [readingOnly],
  onComplete: () => requestAnimationFrame(showNamed),
})

// The library opens what the address names when the page loads; the links at the side change it later.
addEventListener('hashchange', () => {
  ui.layoutActions.parseDeepLinkHash(location.hash)
  requestAnimationFrame(showNamed)
})

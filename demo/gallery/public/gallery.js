// Shows each card form when it scrolls into view, and calls its methods. No script of a page can type into the form, so
// states that are filled in are pages of the shop, and visitors type into live forms themselves.
const root = document.documentElement
const gallery = document.querySelector('.gallery')
const status = gallery.querySelector('.copied')
const cards = () => gallery.querySelectorAll('sluice-card')

/* Lazy loading */

const show = (template) => {
  const place = template.parentElement
  place.replaceChildren(template.content.cloneNode(true))
  const frame = place.querySelector('iframe.state')
  if (frame) return showState(frame)
  const card = place.querySelector('sluice-card')
  card.toggleAttribute('data-own-locale', card.hasAttribute('locale'))
  translate(card)
  // The panel around the form gets the form's background.
  const { formBackgroundColor } = JSON.parse(card.getAttribute('appearance') ?? '{}')
  if (formBackgroundColor) place.parentElement.style.background = formBackgroundColor
}

/** Gives the frame of a state the height of its content, the page's colour scheme and its direction. */
const showState = (frame) => {
  frame.addEventListener('load', () => {
    const { body } = frame.contentDocument
    new ResizeObserver(() => (frame.style.height = `${body.offsetHeight}px`)).observe(body)
  })
  updateState(frame)
}

const updateState = (frame) => {
  const address = new URL(frame.src)
  address.searchParams.set('scheme', root.dataset.scheme ?? '')
  address.searchParams.set('locale', (root.dir === 'rtl' && gallery.dataset.rightToLeft) || 'en')
  if (frame.src !== address.href) frame.src = address.href
}

const watch = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue
      watch.unobserve(target)
      show(target.querySelector('template'))
    }
  },
  { rootMargin: '300px' },
)
for (const place of gallery.querySelectorAll('.place')) watch.observe(place)

/* Colour scheme and direction */

const translate = (card) => {
  if (card.hasAttribute('data-own-locale')) return
  const tag = root.dir === 'rtl' && gallery.dataset.rightToLeft
  if (tag) card.setAttribute('locale', tag)
  else card.removeAttribute('locale')
}

gallery.addEventListener('change', ({ target }) => {
  if (target.name === 'scheme') root.dataset.scheme = target.value
  if (target.name === 'direction') {
    root.dir = target.value
    cards().forEach(translate)
  }
  gallery.querySelectorAll('iframe.state').forEach(updateState)
})

/* Specimen buttons */

const showStatus = (text) => {
  status.textContent = text
}

const actions = {
  report: (card) => card.reportValidity(),
  declined: (card) => card.declined(),
  reset: (card) => card.reset(),
  tokenize: (card) =>
    card.tokenize().then(
      ({ token, network }) => showStatus(`Token for ${network}: ${token.slice(0, 12)}…`),
      ({ message }) => {
        showStatus(message)
        card.reportValidity()
      },
    ),
}

const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text)
    showStatus(`Copied ${text}`)
  } catch {
    showStatus(`The browser blocked copying. Copy ${text} yourself.`)
  }
}

gallery.addEventListener('click', ({ target }) => {
  const button = target.closest('button')
  if (button?.dataset.copy) void copy(button.dataset.copy)
  if (button?.dataset.act) actions[button.dataset.act](button.closest('figure').querySelector('sluice-card'))
})

/* Language filter */

/** Removes accents and case, so that `turkce` finds Türkçe. */
const searchKey = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

for (const input of gallery.querySelectorAll('.filter input')) {
  const section = input.closest('section')
  input.addEventListener('input', () => {
    const wanted = searchKey(input.value.trim())
    const figures = [...section.querySelectorAll('figure')]
    for (const figure of figures)
      figure.hidden = !searchKey(figure.querySelector('figcaption').textContent).includes(wanted)
    section.querySelector('.found').textContent =
      `${figures.filter(({ hidden }) => !hidden).length} of ${figures.length}`
  })
}

/* Current section */

const links = gallery.querySelectorAll('nav a')
const spy = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue
      for (const link of links) {
        if (link.hash === `#${target.id}`) link.setAttribute('aria-current', 'true')
        else link.removeAttribute('aria-current')
      }
    }
  },
  { rootMargin: '-20% 0px -75% 0px' },
)
for (const section of gallery.querySelectorAll('section')) spy.observe(section)

// Fits the iframe's height to the email. The iframe is same-origin but sandboxed without scripts, so reading it is safe.
const frame = document.querySelector('.message iframe')

const fit = () => {
  const body = frame.contentDocument?.body
  if (!body?.firstElementChild) return
  frame.style.height = `${body.scrollHeight}px`
}

if (frame) {
  frame.addEventListener('load', fit)
  new ResizeObserver(fit).observe(frame.parentElement)
  fit()
}

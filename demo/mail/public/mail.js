// Makes the frame of a mail as high as the mail. It runs no script and may not, so this page may look into it.
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

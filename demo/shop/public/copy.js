// Copies test data on click. Paying needs no script of the shop's.
const status = document.querySelector('#test-cards [role=status]')

document.querySelector('#test-cards').addEventListener('click', async ({ target }) => {
  const value = target.closest('[data-copy]')?.dataset.copy
  if (!value) return
  try {
    await navigator.clipboard.writeText(value)
    status.textContent = `Copied ${value}`
  } catch {
    status.textContent = `The browser blocked copying. Copy ${value} yourself.`
  }
})

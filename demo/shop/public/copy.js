// Copies a test card on click. It belongs to the demo's list of test cards; paying needs no script of the shop's.
const status = document.querySelector('#test-cards [role=status]')

document.querySelector('#test-cards').addEventListener('click', async ({ target }) => {
  const value = target.closest('[data-copy]')?.dataset.copy
  if (!value) return
  try {
    await navigator.clipboard.writeText(value)
    status.textContent = `Copied ${value}`
  } catch {
    status.textContent = `Your browser did not let us copy ${value}`
  }
})

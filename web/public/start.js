// Runs before the first paint in every browser, and so is written for old ones. The build compresses it.
;(function () {
  // Sets the chosen theme before the first paint, so that the other one does not flash.
  try {
    var theme = localStorage.getItem('theme')
    if (theme) document.documentElement.setAttribute('data-theme', theme)
  } catch {
    // Access to storage may be denied; then the system's theme applies.
  }

  // Replaces the logo by the message of the page with this id, unless the first screen has already replaced both.
  function show(id) {
    var message = document.getElementById(id)
    if (!message) return
    document.getElementById('start').style.display = 'none'
    message.hidden = false
    document.getElementById('retry').onclick = function () {
      location.reload()
    }
  }

  // Without cascade layers none of the app's styles apply. Browsers with cascade layers support everything else needed.
  if (!window.CSSLayerBlockRule)
    // After the page is parsed, and before its modules run.
    document.onreadystatechange = function () {
      show('too-old')
      // Without this id, the app does not find its root and does not start.
      document.getElementById('root').id = document.onreadystatechange = null
    }
  // A script cannot be loaded, parsed or run. Captured, because these events do not bubble.
  else
    addEventListener(
      'error',
      function (event) {
        if (event.target.tagName === 'SCRIPT' || !String(event.filename).indexOf(location.origin)) show('not-started')
      },
      true,
    )
})()

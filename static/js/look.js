// A page that shows what a device sends asks for itself once a second, as long as somebody looks at it.
setInterval(() => {
  if (!document.hidden) document.body.dispatchEvent(new CustomEvent("look"));
}, 1000);

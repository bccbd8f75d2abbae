import { accountMenu, nobody, openWindow, people, signInByApi, test } from "./support/accounts-app";
import { acceptByUi, chooseFromAccountMenu, expectRefused, fillSignIn } from "./support/accounts-pages";
import { createWorkflow, dyingDefinition, slowDefinition, triggerRun, uniqueName } from "./support/api";
import { chooseOption } from "./support/choose-option";
import { lateParts, saveByHand, saveStatus } from "./support/editor";
import { expectStill } from "./support/still-page";
import { expect, expectAccessible, expectRefusals, openPage, untilListening } from "./support/test";

test.describe.configure({ mode: "serial" });

const takesEditor = "This takes an editor; you are a viewer.";

test("pages lead to the sign-in, the link in the log makes the first admin, and makes no second one", async ({
  page,
  app,
  noise,
}) => {
  for (const path of ["/runs?status=failed", "/docs/api", "/nowhere"]) {
    const response = await page.request.get(path, { maxRedirects: 0 });
    expect([path, response.status()]).toEqual([path, 307]);
    expect(response.headers().location).toBe(`/sign-in?next=${encodeURIComponent(path)}`);
  }
  await page.goto("/runs?status=failed");
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await expect(page.getByText("Nobody can sign in yet")).toBeVisible();
  await expectAccessible(page);

  const link = await app.welcomeLink();
  await page.goto(link);
  await page.getByLabel("Name").fill(people.admin.name);
  await expect(page).toHaveURL(/\/welcome$/);
  await page.getByLabel("E-mail").fill(people.admin.email);
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Make the first admin" }).click();
  await expect(page.getByText("A password has at least 12 characters.")).toBeVisible();
  expectRefusals(noise, 422);
  await expectAccessible(page);
  await page.getByLabel("Password", { exact: true }).fill(people.admin.password);
  await page.getByRole("button", { name: "Make the first admin" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await expect(accountMenu(page)).toHaveAccessibleName("Account: Ada Lovelace, Admin");

  await page.goto(link);
  await expect(page.getByText("This link cannot be used")).toBeVisible();
  expectRefusals(noise, 404);
});

test("the sign-in refuses a wrong password, shows what is typed, and leads on to no other site", async ({
  page,
  noise,
}) => {
  await page.goto("/sign-in?next=%2F%2Fevil.example%2Fruns");
  await untilListening(page);
  await fillSignIn(page, { email: people.admin.email, password: "something else" });
  await expect(page.getByText("The e-mail address or the password is wrong.")).toBeVisible();
  expectRefusals(noise, 401);
  const password = page.getByLabel("Password", { exact: true });
  await page.getByRole("button", { name: "Show: Password" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await expect(password).toHaveValue("something else");
  await fillSignIn(page, people.admin);
  await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  await page.goto("/sign-in?next=/runs");
  await expect(page).toHaveURL(/\/runs$/);
});

test.describe("an admin", () => {
  test.use({ who: "admin" });

  test("invites an editor and a viewer, by links that are shown once", async ({ page, app, browser }) => {
    await page.goto("/users");
    await untilListening(page);
    await expectAccessible(page);
    for (const [who, role] of [
      ["editor", "Editor"],
      ["viewer", "Viewer"],
    ] as const) {
      await page.getByRole("button", { name: "Invite", exact: true }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("E-mail").fill(people[who].email);
      await chooseOption(dialog.getByRole("combobox", { name: "Role" }), role);
      await dialog.getByRole("button", { name: "Invite" }).click();
      const link = await dialog.getByLabel("Link", { exact: true }).inputValue();
      if (who === "editor") await expectAccessible(page);
      await dialog.getByRole("button", { name: "Done" }).click();
      await expect(page.getByRole("button", { name: `Withdraw the invitation of ${people[who].email}` })).toBeVisible();

      const theirs = await openWindow(browser, app);
      await acceptByUi(theirs, link, people[who]);
      await expect(accountMenu(theirs)).toHaveAccessibleName(`Account: ${people[who].name}, ${role}`);
      await theirs.context().close();
    }
    await page.reload();
    await expect(page.getByRole("combobox", { name: "Role of Eva Editor" })).toHaveText("Editor");
    await expect(page.getByText("None is open.")).toBeVisible();
  });

  test("changes a role, and signs somebody out of an open live page by disabling them", async ({
    page,
    app,
    browser,
    noise,
  }) => {
    const theirs = await openWindow(browser, app);
    await signInByApi(theirs.request, people.viewer);
    await theirs.goto("/runs");
    await expect(theirs.getByText("Live", { exact: true })).toBeVisible();

    await page.goto("/users");
    await untilListening(page);
    await chooseOption(page.getByRole("combobox", { name: "Role of Vic Viewer" }), "Editor");
    await expect(page.getByText("Vic Viewer is an editor now")).toBeVisible();
    await page.getByRole("button", { name: "Actions for Vic Viewer" }).click();
    await page.getByRole("menuitem", { name: "Disable" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Disable" }).click();
    await expect(page.getByText("Vic Viewer is disabled, and signed out")).toBeVisible();
    await expect(theirs).toHaveURL(/\/sign-in\?next=%2Fruns&ended=1$/);
    await expect(theirs.getByText("Your session has ended.")).toBeVisible();
    await fillSignIn(theirs, people.viewer);
    await expect(theirs.getByText("The e-mail address or the password is wrong.")).toBeVisible();

    await page.getByRole("button", { name: "Actions for Vic Viewer" }).click();
    await page.getByRole("menuitem", { name: "Enable" }).click();
    await expect(page.getByText("Vic Viewer can sign in again")).toBeVisible();
    await chooseOption(page.getByRole("combobox", { name: "Role of Vic Viewer" }), "Viewer");
    await expect(page.getByText("Vic Viewer is a viewer now")).toBeVisible();
    await fillSignIn(theirs, people.viewer);
    await expect(theirs).toHaveURL(/\/runs$/);
    await theirs.context().close();

    await chooseOption(page.getByRole("combobox", { name: "Role of Ada Lovelace" }), "Editor");
    await page.getByRole("alertdialog").getByRole("button", { name: "Change my role" }).click();
    await expect(page.getByText("This is the last admin. Make somebody else an admin first.").first()).toBeVisible();
    expectRefusals(noise, 409);
  });

  test("makes a link by which somebody chooses another password", async ({ page, app, browser }) => {
    await page.goto("/users");
    await untilListening(page);
    await page.getByRole("button", { name: "Actions for Vic Viewer" }).click();
    await page.getByRole("menuitem", { name: "Password link" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Make the link" }).click();
    const link = await dialog.getByLabel("Link", { exact: true }).inputValue();
    const theirs = await openWindow(browser, app);
    await theirs.goto(link);
    await expect(theirs.getByRole("heading", { name: "Choose another password" })).toBeVisible();
    await expectAccessible(theirs);
    await theirs.getByLabel("Password", { exact: true }).fill(people.viewer.password);
    await theirs.getByRole("button", { name: "Set the password" }).click();
    await expect(accountMenu(theirs)).toHaveAccessibleName("Account: Vic Viewer, Viewer");
    await theirs.context().close();
  });

  test("makes an API key, uses it as the dialog says, and revokes it", async ({ page, playwright, app }) => {
    await page.goto("/keys");
    await untilListening(page);
    await page.getByRole("button", { name: "New key" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Shop");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Create" }).click();
    const key = await dialog.getByLabel("API key", { exact: true }).inputValue();
    const command = await dialog.locator("pre").textContent();
    expect(command).toContain(`authorization: Bearer ${key}`);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Done" }).click();

    const program = await playwright.request.newContext({
      baseURL: app.url,
      storageState: nobody,
      extraHTTPHeaders: { authorization: `Bearer ${key}` },
    });
    expect((await program.get("/api/runs?limit=1")).status()).toBe(200);
    await expect(page.getByRole("cell", { name: /^wfe_|Shop/ }).first()).toBeVisible();
    await page.getByRole("button", { name: "Revoke Shop" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await expect(page.getByText("Revoked", { exact: true })).toBeVisible();
    await expectAccessible(page);
    expect((await program.get("/api/runs?limit=1")).status()).toBe(401);
    await program.dispose();
  });

  test("reads the audit log, filters it, and takes it along", async ({ page }) => {
    await page.goto("/audit");
    await untilListening(page);
    await expect(page.getByText("API key: revoke").first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("searchbox", { name: "Actor" }).fill(people.viewer.email);
    await expect(page.getByText("API key: revoke")).toHaveCount(0);
    await expect(page.getByText("User: accept invitation")).toBeVisible();
    const saving = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export as CSV" }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe("audit-log.csv");
    const answer = await page.request.get(`/api/audit/export?format=json&actor=user:${people.viewer.email}`);
    const entries: { action: string }[] = await answer.json();
    expect(entries.map(({ action }) => action)).toContain("user.accept_invitation");
  });

  test("sees lists keep still while the times in them tick", async ({ page, request }) => {
    await request.post("/api/invitations", { data: { email: "still@example.org", role: "viewer" } });
    await request.post("/api/keys", { data: { name: "Still", role: "viewer", expires_in_days: 60 } });
    const main = page.getByRole("main");
    for (const path of ["/users", "/keys", "/audit", "/secrets"]) {
      await openPage(page, path);
      await expectStill(main, main.locator("time").first());
    }
  });
});

test.describe("an editor", () => {
  test.use({ who: "editor" });

  test("triggers, cancels and retries, and is told what takes an admin", async ({ page, request }) => {
    const slow = await createWorkflow(request, { definition: slowDefinition(3_600), active: true });
    await page.goto(`/workflows/${slow.id}`);
    await untilListening(page);
    await page.getByRole("button", { name: "Trigger", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Trigger" }).click();
    await expect(page).toHaveURL(/\/runs\/[0-9a-f-]{36}$/);
    await page.getByRole("button", { name: "Cancel run" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel run" }).click();
    await expect(page.getByRole("status").getByText("Cancelled", { exact: true })).toBeVisible();

    const dying = await createWorkflow(request, { definition: dyingDefinition, active: true });
    await page.goto(`/runs/${(await triggerRun(request, dying.id)).id}`);
    await page.getByRole("button", { name: "Retry run" }).click();
    await expect(page.getByText("The run goes on")).toBeVisible();

    await page.goto("/secrets");
    await untilListening(page);
    const reason = "This takes an admin; you are an editor.";
    await expectRefused(page, page.getByRole("button", { name: "New secret" }).first(), reason);
    await expect(page.getByRole("link", { name: "Users" })).toHaveCount(0);
    await page.goto("/users");
    await expect(page.getByText("This page is not for you")).toBeVisible();
    await expect(page.getByText(reason).last()).toBeVisible();
    expect((await request.get("/api/users")).status()).toBe(403);
    expect((await request.post("/api/secrets", { data: { key: "A", value: "b" } })).status()).toBe(403);
  });
});

test.describe("a viewer", () => {
  test.use({ who: "viewer" });

  test("sees everything, and is told of each control what it takes", async ({ page, app, playwright }) => {
    const editor = await playwright.request.newContext({
      baseURL: app.url,
      storageState: await app.stateOf("editor", playwright),
    });
    const draft = await createWorkflow(editor, { name: uniqueName("Draft") });
    const dying = await createWorkflow(editor, {
      definition: dyingDefinition,
      active: true,
      name: uniqueName("Dying"),
    });
    const run = await triggerRun(editor, dying.id);
    await editor.dispose();

    await page.goto("/workflows");
    await untilListening(page);
    for (const name of ["New workflow", "Import"])
      await expectRefused(page, page.getByRole("button", { name, exact: true }), takesEditor);
    await page.getByRole("button", { name: `Actions for ${dying.name}` }).click();
    for (const name of ["Trigger", "Duplicate as draft", "Archive"]) {
      const item = page.getByRole("menuitem", { name });
      await expect(item).toHaveAttribute("aria-disabled", "true");
      await expect(item).toHaveAccessibleDescription(takesEditor);
    }
    await expect(page.getByRole("menuitem", { name: "Export" })).not.toHaveAttribute("aria-disabled", "true");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
    await page.keyboard.press("ControlOrMeta+K");
    await page.getByRole("combobox").fill("new workflow");
    await expect(page.getByRole("option", { name: `New workflow ${takesEditor}` })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "New workflow" })).toHaveCount(0);

    await page.goto(`/workflows/${draft.id}`);
    await expect(page.locator(".react-flow__pane")).toBeVisible(lateParts);
    await expect(page.getByText("You can look at this draft, but not change it.")).toBeVisible();
    for (const name of ["Save", "Test run", "Activate"])
      await expectRefused(page, page.getByRole("button", { name, exact: true }), takesEditor);
    await expect(page.getByLabel("Description")).toHaveCount(0);
    await page.locator('.react-flow__node[data-id="note"]').click();
    await expect(page.getByRole("complementary", { name: "Settings" }).getByLabel("Name")).toHaveAttribute("readonly");
    await page.keyboard.press("Delete");
    await expect(page.locator('.react-flow__node[data-id="note"]')).toBeVisible();
    await expectAccessible(page);

    await page.goto(`/workflows/${dying.id}`);
    await untilListening(page);
    await expectRefused(page, page.getByRole("button", { name: "Trigger", exact: true }), takesEditor);
    await page.goto(`/runs/${run.id}`);
    await expect(page.getByRole("status").getByText("Failed", { exact: true })).toBeVisible();
    for (const name of ["Retry run", "Trigger again"])
      await expectRefused(page, page.getByRole("button", { name }), takesEditor);
    await page.goto("/runs");
    await untilListening(page);
    // By the keyboard: a reason shows itself to who stops there with it, not to who has just clicked.
    await page.getByRole("checkbox").nth(1).press("Space");
    await expectRefused(page, page.getByRole("button", { name: /^Retry \d+ failed$/ }), takesEditor);
    await expectRefused(page, page.getByRole("button", { name: /^Cancel \d+ unfinished$/ }), takesEditor);
    await page.goto("/dead-letters");
    await untilListening(page);
    await expectRefused(page, page.getByRole("button", { name: /^Retry all/ }).first(), takesEditor);
  });

  test("is refused by the server, whatever a page would allow", async ({ request }) => {
    const { items }: { items: { id: string }[] } = await (await request.get("/api/workflows")).json();
    const id = items[0]?.id ?? "";
    const calls = [
      request.post(`/api/workflows/${id}/trigger`, { data: {} }),
      request.post(`/api/workflows/${id}/archive`),
      request.post("/api/workflows", { data: { name: "Mine", nodes: [], edges: [] } }),
      request.post("/api/trpc/workflows.archive", { data: { json: { id } } }),
    ];
    for (const call of calls) expect((await call).status()).toBe(403);
    expect((await (await request.get(`/api/workflows/${id}`)).json()).status).not.toBe("archived");
  });
});

test.describe("a session", () => {
  test.use({ who: "editor" });

  test("that ends above unsaved edits is begun again there, and nothing is lost", async ({ page, request, noise }) => {
    const { id } = await createWorkflow(request);
    await saveByHand(page);
    await page.goto(`/workflows/${id}`);
    await expect(page.locator(".react-flow__pane")).toBeVisible(lateParts);
    await page.getByLabel("Description").fill("not lost");
    await expect(saveStatus(page)).toHaveText("Unsaved changes");
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Your session has ended" });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await expect(dialog.getByLabel("E-mail")).toHaveValue(people.editor.email);
    await dialog.getByLabel("Password", { exact: true }).fill(people.editor.password);
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel("Description")).toHaveValue("not lost");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(saveStatus(page)).toHaveText("Saved");
    expectRefusals(noise, 401);
  });

  test("goes on after a password change that ends the others, and all end by signing out everywhere", async ({
    page,
    app,
    browser,
    noise,
  }) => {
    const other = await openWindow(browser, app);
    await signInByApi(other.request, people.editor);
    await other.goto("/runs");
    await expect(other.getByText("Live", { exact: true })).toBeVisible();

    await page.goto("/runs");
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
    await chooseFromAccountMenu(page, { name: "Change password" });
    const dialog = page.getByRole("dialog", { name: "Change password" });
    await dialog.getByLabel("Present password", { exact: true }).fill("something else");
    await dialog.getByLabel("New password", { exact: true }).fill("quite another password");
    await dialog.getByRole("button", { name: "Change password" }).click();
    await expect(dialog.getByText("This is not your present password.")).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel("Present password", { exact: true }).fill(people.editor.password);
    await dialog.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("Your password is changed")).toBeVisible();
    await expect(other).toHaveURL(/\/sign-in\?next=%2Fruns&ended=1$/);
    app.forget("editor");

    const changed = { ...people.editor, password: "quite another password" };
    await fillSignIn(other, changed);
    await expect(other).toHaveURL(/\/runs$/);
    await expect(other.getByText("Live", { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/runs$/);
    await chooseFromAccountMenu(page, { name: "Sign out everywhere" });
    await page.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
    await expect(page).toHaveURL(/\/sign-in$/);
    await expect(other).toHaveURL(/\/sign-in\?next=%2Fruns&ended=1$/);
    await page.goto("/secrets");
    await expect(page).toHaveURL(/\/sign-in\?next=%2Fsecrets$/);
    await fillSignIn(page, changed);
    await expect(page).toHaveURL(/\/secrets$/);
    await untilListening(page);
    await chooseFromAccountMenu(page, { name: "Sign out", exact: true });
    await expect(page).toHaveURL(/\/sign-in$/);
    await other.context().close();
    // The stream of the password before, and the refusal of the wrong one.
    expect(noise.splice(0).filter((line) => !/status of 4(01|22)/.test(line))).toEqual([]);
  });
});

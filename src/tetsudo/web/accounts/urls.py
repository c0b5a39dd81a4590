"""URLs of accounts. Those of django-allauth are listed one by one: what a site does not use has no address."""

from __future__ import annotations

from allauth.account import views as account
from django.urls import include, path, re_path

from tetsudo.web.accounts.pages import (
    deletion_page,
    export_page,
    organiser_page,
    own_page,
    people_page,
    profile_page,
    recovery_pages,
)
from tetsudo.web.accounts.pages.access import mail_only, rate_limited, signed_out

urlpatterns = [
    path("account/", own_page.own, name="account"),
    path("account/people/", people_page.people, name="account-people"),
    path("account/export/", export_page.download, name="account-export"),
    path("account/delete/", deletion_page.delete, name="account-delete"),
    path("account/recovery/", rate_limited(recovery_pages.recover, "sign_ins"), name="recover"),
    path("account/recovery-code/", recovery_pages.code, name="recovery-code"),
    path("organise/", organiser_page.organise, name="organise"),
    path("people/<slug:key>/", profile_page.person, name="person"),
    # django-allauth
    path("account/login/", rate_limited(account.login, "sign_ins"), name="account_login"),
    path("account/logout/", signed_out(account.logout), name="account_logout"),
    path("account/signup/", rate_limited(account.signup, "sign_ups"), name="account_signup"),
    path("account/inactive/", account.account_inactive, name="account_inactive"),
    path("account/reauthenticate/", account.reauthenticate, name="account_reauthenticate"),
    path("account/password/change/", account.password_change, name="account_change_password"),
    path("account/password/set/", account.password_set, name="account_set_password"),
    path("account/password/reset/", rate_limited(recovery_pages.reset, "sign_ins"), name="account_reset_password"),
    path("account/password/reset/done/", mail_only(account.password_reset_done), name="account_reset_password_done"),
    path(
        "account/password/reset/key/done/",
        mail_only(account.password_reset_from_key_done),
        name="account_reset_password_from_key_done",
    ),
    re_path(
        r"^account/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        mail_only(account.password_reset_from_key),
        name="account_reset_password_from_key",
    ),
    path("account/email/", mail_only(account.email), name="account_email"),
    path("account/confirm-email/", mail_only(account.email_verification_sent), name="account_email_verification_sent"),
    re_path(
        r"^account/confirm-email/(?P<key>[-:\w]+)/$", mail_only(account.confirm_email), name="account_confirm_email"
    ),
    path("account/2fa/", include("allauth.mfa.urls")),
]
